//! What the program is made with, and under which terms: `THIRD-PARTY.txt`, which goes with the program.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FILE: &str = "THIRD-PARTY.txt";

const HEAD: &str = "\
Hull Down is made with the packages below, on one system or another. Where a package may be used under one of several licenses,
we use it under the MIT license if that is one of them. SQLite, which comes with libsqlite3-sys, is in the public domain.

";

/// The terms we can take what we use under.
const ALLOWED: [&str; 11] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "BSL-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages that are used in two versions, until those who use the older one follow.
const TWICE: [&str; 1] = ["syn"];

/// A package of somebody else.
struct Package {
    name: String,
    license: String,
    home: String,
    folder: PathBuf,
}

/// Writes the file anew.
pub(crate) fn write(root: &Path) -> Result<()> {
    let packages = packages(root)?;
    fs::write(root.join(FILE), page(&packages)?).with_context(|| FILE)?;
    println!("{FILE}: {} packages", packages.len());
    Ok(())
}

/// Fails if a package of the program is not named in the file, or one that is no longer used; if any package, also one that only tests or
/// builds use, comes under terms that we do not know, or in two versions.
pub(crate) fn check(root: &Path) -> Result<()> {
    let text = fs::read_to_string(root.join(FILE)).with_context(|| FILE)?;
    let packages = packages(root)?;
    let wanted: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let listed = text.lines().skip_while(|line| !line.starts_with("* ")).take_while(|line| !line.is_empty());
    let named: BTreeSet<&str> = listed.filter_map(|line| line.strip_prefix("* ")?.split(':').next()).collect();
    let differ: Vec<&str> = wanted.symmetric_difference(&named).copied().collect();
    if differ.is_empty() {
        let all = locked(root)?;
        return terms_allow(&all).and_then(|()| none_twice(&all));
    }
    bail!("{FILE} is not up to date ({}); `cargo xtask notices` writes it anew", differ.join(", "))
}

/// Fails if a package comes under terms that we do not know.
fn terms_allow(packages: &[Package]) -> Result<()> {
    // `A OR B` leaves a choice, `(A OR B) AND C` asks for both.
    let allowed = |license: &str| {
        let license = license.replace('/', " OR ");
        let all = license.split(" AND ").map(|part| part.trim_matches(['(', ')']));
        all.into_iter().all(|part| part.split(" OR ").any(|one| ALLOWED.contains(&one.trim_matches(['(', ')', ' ']))))
    };
    let strange = packages.iter().filter(|package| !allowed(&package.license));
    let strange: Vec<String> = strange.map(|package| format!("{}: {}", package.name, package.license)).collect();
    if strange.is_empty() { Ok(()) } else { bail!("terms that are not allowed here: {}", strange.join("; ")) }
}

/// Fails if a package is used in two versions and not known to be.
fn none_twice(packages: &[Package]) -> Result<()> {
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for name in packages.iter().filter_map(|package| package.name.split(' ').next()) {
        *versions.entry(name).or_default() += 1;
    }
    let twice: BTreeSet<&str> = versions.into_iter().filter(|(_, n)| *n > 1).map(|(name, _)| name).collect();
    let known = BTreeSet::from(TWICE);
    let differ: Vec<&str> = twice.symmetric_difference(&known).copied().collect();
    if differ.is_empty() { Ok(()) } else { bail!("in two versions, or no longer: {}", differ.join(", ")) }
}

/// What cargo says.
pub(crate) fn cargo(root: &Path, args: &[&str]) -> Result<String> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let out = Command::new(program).args(args).current_dir(root).output().with_context(|| args.join(" "))?;
    if !out.status.success() {
        bail!("`cargo {}` failed: {}", args.join(" "), String::from_utf8_lossy(&out.stderr));
    }
    Ok(String::from_utf8(out.stdout)?)
}

/// Every package that anything here is made with, by name.
fn locked(root: &Path) -> Result<Vec<Package>> {
    let metadata: Value = serde_json::from_str(&cargo(root, &["metadata", "--locked", "--format-version", "1"])?)?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut packages = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        // What has no source is ours.
        if package["source"].is_null() {
            continue;
        }
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        let folder = Path::new(&text(&package["manifest_path"])).parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let (license, home) = (text(&package["license"]), text(&package["repository"]));
        packages.insert(name.clone(), Package { name, license, home, folder });
    }
    Ok(packages.into_values().collect())
}

/// Those that end up in the program on some system.
fn packages(root: &Path) -> Result<Vec<Package>> {
    let tree = ["tree", "--locked", "-p", "hulldown-cli", "-e", "normal", "--target", "all", "--prefix", "none"];
    let shown = cargo(root, &tree)?;
    let used: BTreeSet<String> = shown
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some(format!("{} {}", words.next()?, words.next()?.trim_start_matches('v')))
        })
        .collect();
    Ok(locked(root)?.into_iter().filter(|package| used.contains(&package.name)).collect())
}

/// The texts a package asks us to pass on.
fn terms(package: &Package) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(&package.folder).with_context(|| package.name.clone())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_ascii_uppercase();
        if entry.file_type()?.is_file()
            && ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|kind| name.starts_with(kind))
        {
            files.push((name, entry.path()));
        }
    }
    files.sort();
    if files.iter().any(|(name, _)| name.contains("MIT")) {
        files.retain(|(name, _)| name.contains("MIT") || name.starts_with("NOTICE"));
    }
    let read = |(_, path): &(String, PathBuf)| Ok(fs::read_to_string(path)?.trim().replace("\r\n", "\n"));
    files.iter().map(read).collect()
}

fn page(packages: &[Package]) -> Result<String> {
    let mut out = String::from(HEAD);
    // Many packages have the very same text.
    let mut texts: BTreeMap<String, (String, Vec<&str>)> = BTreeMap::new();
    for package in packages {
        writeln!(out, "* {}: {}. {}", package.name, package.license, package.home)?;
        for text in terms(package)? {
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            texts.entry(words).or_insert_with(|| (text, Vec::new())).1.push(&package.name);
        }
    }
    for (text, users) in texts.values() {
        write!(out, "\n{}\n{}\n\n{text}\n", "-".repeat(80), users.join(", "))?;
    }
    // Authors end their lines as they like; ours end where they end.
    Ok(out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn under(name: &str, license: &str) -> Package {
        Package { name: name.into(), license: license.into(), home: String::new(), folder: PathBuf::new() }
    }

    #[test]
    fn terms_that_are_not_known_are_refused() {
        for known in ["MIT", "GPL-3.0 OR MIT", "MIT/Apache-2.0", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert!(terms_allow(&[under("a 1.0.0", known)]).is_ok(), "{known}");
        }
        for strange in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND OpenSSL", "Apache-2.0 WITH another"]
        {
            assert!(terms_allow(&[under("a 1.0.0", strange)]).is_err(), "{strange}");
        }
    }

    #[test]
    fn a_second_version_is_refused_unless_it_is_known() {
        let twice = |name: &str| ["1.0.0", "2.0.0"].map(|version| under(&format!("{name} {version}"), "MIT"));
        assert!(none_twice(&twice(TWICE[0])).is_ok());
        let all: Vec<Package> = twice(TWICE[0]).into_iter().chain(twice("b")).collect();
        assert!(none_twice(&all).is_err_and(|why| why.to_string().ends_with(": b")));
        assert!(
            none_twice(&[under("a 1.0.0", "MIT")]).is_err(),
            "what is no longer there twice is no longer said to be"
        );
    }
}
