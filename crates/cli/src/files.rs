//! Files that a request names: read whole, and written so that nothing is lost.
//!
//! A file is written beside its place and moved there when it is whole: who ends the program in the middle, or has no room left on the
//! disk, keeps what was there before. And no result takes the place of what the same command reads, of another result, of a
//! store of tournaments, or of a file that may not be written.

use crate::failure::Failure;
use outwit::game::Problem;
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// No file that describes a game is larger; reading a device that never ends must end.
const LARGEST_FILE: u64 = 1 << 30;

/// How the file of a store begins.
const STORE: &[u8] = b"SQLite format 3\0";

/// Links that lead to a file at most: those that lead to themselves must end too.
const MOST_LINKS: usize = 40;

/// Names that are tried for a file beside its place.
const MOST_NAMES: usize = 100;

/// What this command has read, where it said that it will write, and where its store is, or will be.
#[derive(Default)]
struct Named {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
    store: Option<PathBuf>,
}

thread_local! {
    static NAMED: RefCell<Named> = RefCell::default();
}

/// A command begins: what another named is no concern of its.
pub fn begin() {
    NAMED.with_borrow_mut(|named| *named = Named::default());
}

/// The store of this command, which need not be there yet: no result takes its place.
pub fn keep_store(path: &Path) {
    NAMED.with_borrow_mut(|named| named.store = Some(one_path(path)));
}

/// Whether a path is a stream that is open already, as `/dev/stdout` is: behind it there may be a file that others write to.
fn is_stream(path: &Path) -> bool {
    let streams = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    cfg!(unix) && streams.iter().any(|stream| path.starts_with(stream))
}

/// A stream to write to. This program's own is not opened anew: what is printed besides goes on behind what is written.
fn stream(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let own = match path.to_str() {
            Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => Some(io::stdout().as_fd().try_clone_to_owned()),
            Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => Some(io::stderr().as_fd().try_clone_to_owned()),
            _ => None,
        };
        if let Some(own) = own {
            return own.map(File::from);
        }
    }
    OpenOptions::new().append(true).open(path)
}

/// The one path of a file, which need not be there yet: that of the file that a link leads to, not of the link.
fn one_path(path: &Path) -> PathBuf {
    if is_stream(path) {
        return path.to_path_buf();
    }
    if let Ok(one) = path.canonicalize() {
        return one;
    }
    let folder = |path: &Path| match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = place.read_link() else { break };
        place = folder(&place).join(target);
    }
    let in_folder = || Some(folder(&place).canonicalize().ok()?.join(place.file_name()?));
    in_folder().unwrap_or_else(|| path.to_path_buf())
}

/// Reads a file whose name stands in a request. What cannot be read is a wrong request that names the file.
pub fn read_file(path: impl AsRef<Path>) -> Result<String, Problem> {
    let path = path.as_ref();
    let text = read_to_go_on(path)?;
    let one = one_path(path);
    if one.is_file() && NAMED.with_borrow(|named| named.written.contains(&one)) {
        return Err(Problem::new(is_read(path)));
    }
    // A program around this one may read a file again and again.
    NAMED.with_borrow_mut(|named| {
        if !named.read.contains(&one) {
            named.read.push(one);
        }
    });
    Ok(text)
}

/// The same of a file whose name stands in a spec.
pub fn read_named(path: &str) -> Result<String, Problem> {
    read_file(path)
}

/// The same of a file that may be written anew: a saved game, or what a training was kept in.
pub fn read_to_go_on(path: impl AsRef<Path>) -> Result<String, Problem> {
    let path = path.as_ref();
    let unreadable = |why: String| Problem::new(format!("the file `{}` cannot be read: {why}", path.display()));
    let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let mut text = String::new();
    file.take(LARGEST_FILE).read_to_string(&mut text).map_err(|error| unreadable(error.to_string()))?;
    if text.len() as u64 == LARGEST_FILE {
        return Err(unreadable("it is larger than a gibibyte".to_string()));
    }
    Ok(text)
}

/// Finds out before the work whether its result can be written; `-` is the output. Leaves no file behind.
pub fn check_writable(path: impl AsRef<Path>) -> Result<(), Failure> {
    let path = path.as_ref();
    if path.as_os_str() == "-" {
        return Ok(());
    }
    check_place(path)?;
    let one = one_path(path);
    let is_device = is_stream(path) || one.exists() && !one.is_file();
    if !is_device && NAMED.with_borrow(|named| named.written.contains(&one)) {
        let path = path.display();
        return Err(Failure::wrong(format_args!("two results would be written to `{path}`: name two files")));
    }
    check_not_read(path, &one)?;
    let is_new = !one.exists();
    OpenOptions::new().append(true).create(true).open(&one).map_err(|error| unwritable(path, &error))?;
    if is_new {
        let _ = std::fs::remove_file(&one);
    }
    NAMED.with_borrow_mut(|named| named.written.push(one));
    Ok(())
}

/// What stands in the way of a file at this place whatever is written there.
fn check_place(place: &Path) -> Result<(), Failure> {
    if place.as_os_str().is_empty() {
        return Err(Failure::wrong("the name of the file to write is empty: name one"));
    }
    check_folder(place)?;
    if place.is_dir() {
        return Err(Failure::wrong(format_args!("`{}` is a folder: name a file in it", place.display())));
    }
    let mut begin = [0; STORE.len()];
    let is_store = place.is_file()
        && File::open(place).and_then(|mut file| file.read_exact(&mut begin)).is_ok()
        && begin == *STORE;
    let is_to_be_store = NAMED.with_borrow(|named| named.store.as_ref() == Some(&one_path(place)));
    if is_store || is_to_be_store {
        return Err(Failure::wrong(format_args!(
            "`{}` is a store of tournaments, which is kept: name another file",
            place.display()
        )));
    }
    Ok(())
}

fn check_not_read(path: &Path, one: &Path) -> Result<(), Failure> {
    let was_read = NAMED.with_borrow(|named| named.read.iter().any(|read| read == one));
    if was_read && one.is_file() { Err(Failure::wrong(is_read(path))) } else { Ok(()) }
}

fn is_read(path: &Path) -> String {
    format!("`{}` is what the command reads, and is kept: name another file to write", path.display())
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(format_args!("the file `{}` cannot be written: {error}", path.display()))
}

/// The folder of a file that a request names has to be there: a slip would leave folders behind that nobody wants.
pub fn check_folder(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => Err(Failure::wrong(format_args!(
            "`{}` cannot be written: there is no folder `{}`; make it first, or name another place",
            file.display(),
            folder.display()
        ))),
        None => Ok(()),
    }
}

/// Makes the folder that a request names for its files, but none above it.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    if folder.is_dir() {
        return Ok(());
    }
    check_folder(folder)?;
    if folder.exists() {
        return Err(Failure::wrong(format_args!("`{}` is a file: name a folder", folder.display())));
    }
    std::fs::create_dir(folder)
        .map_err(|error| Failure::failed(format_args!("the folder `{}` cannot be made: {error}", folder.display())))
}

/// Writes a file into a folder of its own.
pub fn write_into(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    write_file(folder.join(name), text)
}

/// Writes a file that the request asked for.
pub fn write_file(path: impl AsRef<Path>, text: &str) -> Result<(), Failure> {
    let path = path.as_ref();
    check_place(path)?;
    check_not_read(path, &one_path(path))?;
    put(path, text).map_err(|error| unwritable(path, &error))
}

/// Puts a text in the place of a file: the old one is whole until the new one is.
pub fn put(path: impl AsRef<Path>, text: &str) -> io::Result<()> {
    let path = path.as_ref();
    // Step 1. What has nothing to be kept, a pipe say, is written to; behind a stream, what is there already stays.
    if is_stream(path) {
        return stream(path)?.write_all(text.as_bytes());
    }
    let place = one_path(path);
    if place.exists() && !place.is_file() {
        return std::fs::write(place, text);
    }
    // Step 2. To move a file takes rights on the folder alone, so whether the old one may be written is asked apart.
    if place.symlink_metadata().is_ok() {
        OpenOptions::new().write(true).open(&place)?;
    }
    let (mut file, beside) = match new_beside(&place) {
        // Nothing new may be made in this folder, but the file may be written. Any other trouble, a full disk say, would be met
        // there too, and when the old text is gone already.
        Err(error) if is_of_the_folder(error.kind()) => return std::fs::write(place, text),
        made => made?,
    };
    // Step 3. The new one, and when it is whole, in the old one's place.
    let written = (|| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        if let Ok(before) = std::fs::metadata(&place) {
            std::fs::set_permissions(&beside, before.permissions())?;
        }
        std::fs::rename(&beside, &place)
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// Whether this keeps new files out of a folder, and says nothing of those that are there.
fn is_of_the_folder(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{InvalidFilename, PermissionDenied, ReadOnlyFilesystem};
    matches!(kind, PermissionDenied | ReadOnlyFilesystem | InvalidFilename)
}

/// A new file in the folder of another. It has a name that nobody has: a link that somebody left there is not followed.
fn new_beside(place: &Path) -> io::Result<(File, PathBuf)> {
    let mut made = Err(io::ErrorKind::AlreadyExists.into());
    for number in 0..MOST_NAMES {
        let beside = place.with_file_name(format!(".outwit-{}-{number}.new", std::process::id()));
        made = File::create_new(&beside).map(|file| (file, beside));
        if !made.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
            break;
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("outwit-files-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).unwrap();
        folder
    }

    fn said(result: Result<(), Failure>) -> String {
        match result {
            Err(Failure::Wrong(sentence)) => sentence,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_is_whole_before_it_takes_the_place_of_another() {
        let folder = folder("whole");
        let path = folder.join("kept");
        write_file(&path, "before").unwrap();
        // Somebody who has the old file open still reads the old one: it was not cut.
        let mut open = File::open(&path).unwrap();
        write_file(&path, "after").unwrap();
        let mut text = String::new();
        open.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), std::fs::read_to_string(&path).unwrap().as_str()), ("before", "after"));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn nothing_is_written_over_what_is_read_over_another_result_or_over_a_store() {
        let folder = folder("kept");
        let at = |name: &str| folder.join(name);
        begin();
        std::fs::write(at("tree"), "a tree").unwrap();
        read_file(at("tree")).unwrap();
        assert!(said(write_file(folder.join(".").join("tree"), "a picture")).contains("is what the command reads"));
        assert!(said(check_writable(at("tree"))).contains("is what the command reads"));
        // A result that was named before is not read either.
        std::fs::write(at("later"), "a tree").unwrap();
        check_writable(at("later")).unwrap();
        assert!(read_file(at("later")).unwrap_err().to_string().contains("is what the command reads"));
        // What is gone on from is written anew as often as is wanted.
        std::fs::write(at("keep"), "so far").unwrap();
        check_writable(at("keep")).unwrap();
        read_to_go_on(at("keep")).unwrap();
        write_file(at("keep"), "further").unwrap();
        write_file(at("keep"), "further still").unwrap();
        assert!(said(check_writable(at("keep"))).contains("two results"));
        let store = [STORE, b" and so on"].concat();
        std::fs::write(at("store"), &store).unwrap();
        assert!(said(write_file(at("store"), "a page")).contains("store of tournaments"));
        assert_eq!(std::fs::read(at("store")).unwrap(), store);
        assert!(said(write_file(at("nowhere/file"), "")).contains("there is no folder"));
        assert!(said(write_file(&folder, "")).contains("is a folder"));
        assert!(said(check_writable("")).contains("empty"));
        begin();
        write_file(at("tree"), "another command's").unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn nothing_is_written_over_the_store_that_the_command_will_make() {
        let folder = folder("store");
        begin();
        keep_store(&folder.join("new"));
        assert!(said(check_writable(folder.join(".").join("new"))).contains("store of tournaments"));
        check_writable(folder.join("other")).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_old_text_stays_when_nothing_new_can_be_made_beside_it() {
        let folder = folder("beside");
        let path = folder.join("kept");
        std::fs::write(&path, "before").unwrap();
        let beside = |number| folder.join(format!(".outwit-{}-{number}.new", std::process::id()));
        (0..MOST_NAMES).for_each(|number| std::fs::write(beside(number), "another's").unwrap());
        assert_eq!(put(&path, "after").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        // One name is enough.
        std::fs::remove_file(beside(7)).unwrap();
        put(&path, "after").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");
        assert!(!beside(7).exists() && std::fs::read_to_string(beside(8)).unwrap() == "another's");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    mod on_unix {
        use super::*;
        use std::os::fd::AsRawFd;
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::symlink;

        #[test]
        fn what_may_not_be_written_is_not_replaced() {
            // Nobody writes to a program that runs, this one say; rights would not keep everybody out.
            let running = std::env::current_exe().unwrap();
            let path = running.with_file_name(format!("outwit-files-running-{}", std::process::id()));
            std::fs::hard_link(&running, &path).unwrap();
            let size = std::fs::metadata(&running).unwrap().len();
            let put = put(&path, "after");
            let left = std::fs::metadata(&path).unwrap().len();
            std::fs::remove_file(&path).unwrap();
            assert_eq!(put.unwrap_err().kind(), io::ErrorKind::ExecutableFileBusy);
            assert_eq!(left, size);
        }

        #[test]
        fn a_link_that_was_left_beside_a_file_is_not_followed() {
            let folder = folder("left");
            std::fs::write(folder.join("another's"), "kept").unwrap();
            let left = folder.join(format!(".outwit-{}-0.new", std::process::id()));
            symlink(folder.join("another's"), left).unwrap();
            put(folder.join("mine"), "new").unwrap();
            assert_eq!(std::fs::read_to_string(folder.join("another's")).unwrap(), "kept");
            assert_eq!(std::fs::read_to_string(folder.join("mine")).unwrap(), "new");
            std::fs::remove_dir_all(folder).unwrap();
        }

        #[test]
        fn a_link_stays_a_link_also_to_a_file_that_is_not_there_yet() {
            let folder = folder("links");
            std::fs::create_dir(folder.join("inner")).unwrap();
            let (link, target) = (folder.join("link"), folder.join("inner").join("target"));
            symlink("second", &link).unwrap();
            symlink("inner/target", folder.join("second")).unwrap();
            begin();
            check_writable(&link).unwrap();
            assert!(!target.exists(), "nothing is left behind");
            assert!(said(check_writable(&target)).contains("two results"));
            write_file(&link, "a picture").unwrap();
            assert!(link.is_symlink() && std::fs::read_to_string(&target).unwrap() == "a picture");
            write_file(&link, "another").unwrap();
            assert!(link.is_symlink() && std::fs::read_to_string(&target).unwrap() == "another");
            // One that leads to itself leads to no file, and is left alone.
            symlink("round", folder.join("round")).unwrap();
            assert!(put(folder.join("round"), "").is_err() && folder.join("round").is_symlink());
            std::fs::remove_dir_all(folder).unwrap();
        }

        #[test]
        fn a_name_need_not_be_text() {
            let folder = folder("bytes");
            let path = folder.join(std::ffi::OsStr::from_bytes(b"tree-\xff"));
            begin();
            check_writable(&path).unwrap();
            write_file(&path, "a tree").unwrap();
            assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
            begin();
            assert_eq!(read_file(&path).unwrap(), "a tree");
            assert!(said(check_writable(&path)).contains("is what the command reads"));
            std::fs::remove_dir_all(folder).unwrap();
        }

        #[test]
        fn what_is_written_to_an_open_stream_stands_among_what_else_is() {
            let folder = folder("stream");
            let log = folder.join("log");
            std::fs::write(&log, "before, ").unwrap();
            let mut open = OpenOptions::new().append(true).open(&log).unwrap();
            let stream = format!("/dev/fd/{}", open.as_raw_fd());
            begin();
            check_writable(&stream).unwrap();
            write_file(&stream, "a picture, ").unwrap();
            open.write_all(b"after").unwrap();
            assert_eq!(std::fs::read_to_string(&log).unwrap(), "before, a picture, after");
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}
