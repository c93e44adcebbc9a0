//! The server as a process of its own, and what the system says about it.

use crate::Whole;
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::Sub;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Set once the limit of open files has been raised.
const RAISED: &str = "HULLDOWN_LOAD_FILES";

pub(crate) fn needs_more_files() -> bool {
    std::env::var_os(RAISED).is_none()
}

/// Runs this program again with as many open files as the system allows: a thousand lines need as many.
pub(crate) fn again_with_more_files(args: &[String]) -> Whole {
    let raise = "ulimit -n 8192 2>/dev/null || ulimit -n $(ulimit -Hn); exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.arg("-c").arg(raise).arg(std::env::current_exe()?).args(args).env(RAISED, "1");
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(format!("{status}").into()) }
}

/// A directory on the disk.
pub(crate) fn beside_us() -> Whole<PathBuf> {
    let here = std::env::current_exe()?;
    Ok(here.parent().map(Path::to_path_buf).unwrap_or_default())
}

/// The server.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) port: u16,
}

impl ServerProcess {
    pub(crate) fn start(file: &Path) -> Whole<Self> {
        ServerProcess::start_by(Command::new(std::env::current_exe()?), file)
    }

    /// The same under callgrind, which writes a profile of what is counted.
    pub(crate) fn start_counted(file: &Path, profile: &Path) -> Whole<Self> {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--instr-atstart=no", "-q"]);
        command.arg(format!("--callgrind-out-file={}", profile.display()));
        command.arg(std::env::current_exe()?);
        ServerProcess::start_by(command, file)
    }

    fn start_by(mut command: Command, file: &Path) -> Whole<Self> {
        let mut child = command.arg("serve").arg(file).stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let out = child.stdout.take().ok_or("the server says nothing")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let met = hulldown_browser::port_and_key(&line);
        let (port, key) = met.ok_or_else(|| format!("the server says: {line}"))?;
        hulldown_browser::remember_key(port, &key);
        Ok(ServerProcess { child, port })
    }

    /// Counts from now on.
    pub(crate) fn count(&self) -> Whole {
        let done = Command::new("callgrind_control").args(["-i", "on"]).arg(self.child.id().to_string()).output()?;
        if done.status.success() { Ok(()) } else { Err("callgrind_control has failed".into()) }
    }

    /// How many instructions were counted; the server ends.
    pub(crate) fn counted(mut self, profile: &Path) -> Whole<u64> {
        Command::new("kill").arg(self.child.id().to_string()).status()?;
        self.child.wait()?;
        let text = fs::read_to_string(profile)?;
        let total = text.lines().find_map(|line| line.strip_prefix("totals: ")).ok_or("nothing was counted")?;
        Ok(total.trim().parse()?)
    }

    /// Its resident memory in kB.
    pub(crate) fn memory(&self) -> Whole<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no memory is told")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    /// The processor time it has used.
    pub(crate) fn cpu(&self) -> Whole<Cpu> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let rest = stat.rsplit_once(") ").ok_or("no times are told")?.1;
        let fields: Vec<&str> = rest.split(' ').collect();
        // A tick is a hundredth of a second on every Linux there is.
        let time = |ticks: &str| ticks.parse().map(|ticks: u64| Duration::from_millis(ticks * 10));
        Ok(Cpu { own: time(fields[11])?, system: time(fields[12])? })
    }
}

/// Processor time.
#[derive(Clone, Copy)]
pub(crate) struct Cpu {
    /// The program's own.
    own: Duration,
    /// The system's on its behalf.
    system: Duration,
}

impl Sub for Cpu {
    type Output = Cpu;

    fn sub(self, before: Cpu) -> Cpu {
        Cpu { own: self.own - before.own, system: self.system - before.system }
    }
}

impl Cpu {
    /// What one of so many took, in words.
    pub(crate) fn each(self, count: usize) -> String {
        let each = |time: Duration| time.as_secs_f64() * 1e3 / count.max(1) as f64;
        format!("{:.3} ms ({:.3} of it the system's)", each(self.own + self.system), each(self.system))
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
