//! The documentation of our own crates, without a warning.
//!
//! `cargo doc` would check every package once more before it writes a page. What the tests were built from is already there, so rustdoc
//! is called with it, as cargo would.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a build has made of each package's library, by the package's id.
#[derive(Default)]
pub(crate) struct Built(BTreeMap<String, (u64, PathBuf)>);

impl Built {
    /// Takes note of what cargo says that it has made.
    pub(crate) fn note(&mut self, made: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let kind = text(&made["target"]["kind"][0]);
        if !matches!(kind.as_str(), "lib" | "proc-macro") || made["profile"]["test"] == true {
            return;
        }
        let files = made["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str).map(PathBuf::from);
        let ending = if kind == "lib" { "rmeta" } else { std::env::consts::DLL_EXTENSION };
        let Some(file) = files.into_iter().find(|file| file.extension().is_some_and(|end| end == ending)) else {
            return;
        };
        // What is also built for build scripts and macros is built for them without optimizing.
        let level = text(&made["profile"]["opt_level"]).parse().unwrap_or(1);
        let known = self.0.entry(text(&made["package_id"])).or_default();
        if known.1.as_os_str().is_empty() || known.0 < level {
            *known = (level, file);
        }
    }

    fn of(&self, package: &str) -> Option<&Path> {
        self.0.get(package).map(|(_, file)| file.as_path())
    }
}

/// Documents every library and program of ours.
pub(crate) fn check(root: &Path, built: &Built) -> Result<()> {
    let metadata = super::notices::cargo(root, &["metadata", "--locked", "--format-version", "1"])?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let ours: BTreeSet<&str> =
        metadata["workspace_members"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let nodes = list(&metadata["resolve"]["nodes"]);
    let mut failed = Vec::new();
    for package in list(&metadata["packages"]) {
        let id = package["id"].as_str().unwrap_or_default();
        if !ours.contains(id) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id).with_context(|| id.to_string())?;
        // Those for tests and build scripts have a kind.
        let normal = |dep: &Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let uses = list(&node["deps"]).into_iter().filter(normal);
        let mut uses: Vec<(String, String)> = uses
            .map(|dep| {
                (dep["name"].as_str().unwrap_or_default().into(), dep["pkg"].as_str().unwrap_or_default().into())
            })
            .collect();
        let targets = list(&package["targets"]);
        // A package's programs use its library too.
        if let Some(library) = targets.iter().find(|target| target["kind"][0] == "lib") {
            uses.push((library["name"].as_str().unwrap_or_default().replace('-', "_"), id.into()));
        }
        for target in targets {
            let kind = target["kind"][0].as_str().unwrap_or_default();
            if !matches!(kind, "lib" | "bin") {
                continue;
            }
            let name = target["name"].as_str().unwrap_or_default();
            if !document(root, &package, &target, &uses, built)? {
                failed.push(name.to_string());
            }
        }
    }
    if failed.is_empty() { Ok(()) } else { bail!("rustdoc has remarks to make on {}", failed.join(", ")) }
}

fn document(root: &Path, package: &Value, target: &Value, uses: &[(String, String)], built: &Built) -> Result<bool> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let (name, kind) = (text(&target["name"]).replace('-', "_"), text(&target["kind"][0]));
    eprintln!("== rustdoc {name}");
    let manifest = PathBuf::from(text(&package["manifest_path"]));
    let mut command = Command::new(std::env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into()));
    command.args(["-D", "warnings", "--edition", &text(&target["edition"])]);
    command.args(["--crate-name", &name, "--crate-type", &kind, &text(&target["src_path"])]);
    command.arg("--out-dir").arg(root.join("target/doc")).current_dir(root);
    if kind == "bin" {
        command.arg("--document-private-items");
    }
    let mut folders = BTreeSet::new();
    for (called, id) in uses {
        // Another system's packages are not built here.
        let Some(file) = built.of(id) else { continue };
        command.arg("--extern").arg(format!("{called}={}", file.display()));
        folders.extend(file.parent());
    }
    for folder in folders {
        command.arg("-L").arg(format!("dependency={}", folder.display()));
    }
    for (variable, value) in
        [("CARGO_PKG_VERSION", "version"), ("CARGO_PKG_NAME", "name"), ("CARGO_PKG_DESCRIPTION", "description")]
    {
        command.env(variable, text(&package[value]));
    }
    command.env("CARGO_MANIFEST_DIR", manifest.parent().unwrap_or(root));
    Ok(command.status().context("rustdoc")?.success())
}
