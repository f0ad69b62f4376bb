//! Files that a request names: read whole, and written so that nothing is lost.
//!
//! A file is written beside its place and moved there when it is whole: who ends the program in the middle, or has no room left on the
//! disk, keeps what was there before. And no result takes the place of what the same command reads, of another result, or of a
//! store of tournaments.

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

/// What this command has read, and where it said that it will write.
#[derive(Default)]
struct Named {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
}

thread_local! {
    static NAMED: RefCell<Named> = RefCell::default();
}

/// A command begins: what another named is no concern of its.
pub fn begin() {
    NAMED.with_borrow_mut(|named| *named = Named::default());
}

/// The one path of a file, which need not be there yet.
fn one_path(path: &str) -> PathBuf {
    let path = Path::new(path);
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_path_buf())
}

/// Reads a file whose name stands in a request. What cannot be read is a wrong request that names the file.
pub fn read_file(path: &str) -> Result<String, Problem> {
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

/// The same of a file that may be written anew: a saved game, or what a training was kept in.
pub fn read_to_go_on(path: &str) -> Result<String, Problem> {
    let unreadable = |why: String| Problem::new(format!("the file `{path}` cannot be read: {why}"));
    let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    let mut text = String::new();
    file.take(LARGEST_FILE).read_to_string(&mut text).map_err(|error| unreadable(error.to_string()))?;
    if text.len() as u64 == LARGEST_FILE {
        return Err(unreadable("it is larger than a gibibyte".to_string()));
    }
    Ok(text)
}

/// Finds out before the work whether its result can be written; `-` is the output. Leaves no file behind.
pub fn check_writable(path: &str) -> Result<(), Failure> {
    if path == "-" {
        return Ok(());
    }
    check_place(path)?;
    let one = one_path(path);
    let is_device = one.exists() && !one.is_file();
    if !is_device && NAMED.with_borrow(|named| named.written.contains(&one)) {
        return Err(Failure::wrong(format_args!("two results would be written to `{path}`: name two files")));
    }
    check_not_read(path, &one)?;
    let is_new = !one.exists();
    OpenOptions::new().append(true).create(true).open(path).map_err(|error| unwritable(path, &error))?;
    if is_new {
        let _ = std::fs::remove_file(path);
    }
    NAMED.with_borrow_mut(|named| named.written.push(one));
    Ok(())
}

/// What stands in the way of a file at this place whatever is written there.
fn check_place(path: &str) -> Result<(), Failure> {
    let place = Path::new(path);
    if path.is_empty() {
        return Err(Failure::wrong("the name of the file to write is empty: name one"));
    }
    check_folder(place)?;
    if place.is_dir() {
        return Err(Failure::wrong(format_args!("`{path}` is a folder: name a file in it")));
    }
    let mut begin = [0; STORE.len()];
    let is_store = place.is_file()
        && File::open(place).and_then(|mut file| file.read_exact(&mut begin)).is_ok()
        && begin == *STORE;
    if is_store {
        return Err(Failure::wrong(format_args!(
            "`{path}` is a store of tournaments, which is kept: name another file"
        )));
    }
    Ok(())
}

fn check_not_read(path: &str, one: &Path) -> Result<(), Failure> {
    let was_read = NAMED.with_borrow(|named| named.read.iter().any(|read| read == one));
    if was_read && one.is_file() { Err(Failure::wrong(is_read(path))) } else { Ok(()) }
}

fn is_read(path: &str) -> String {
    format!("`{path}` is what the command reads, and is kept: name another file to write")
}

fn unwritable(path: &str, error: &io::Error) -> Failure {
    Failure::failed(format_args!("the file `{path}` cannot be written: {error}"))
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
    write_file(&folder.join(name).to_string_lossy(), text)
}

/// Writes a file that the request asked for.
pub fn write_file(path: &str, text: &str) -> Result<(), Failure> {
    check_place(path)?;
    check_not_read(path, &one_path(path))?;
    put(path, text).map_err(|error| unwritable(path, &error))
}

/// Puts a text in the place of a file: the old one is whole until the new one is.
pub fn put(path: &str, text: &str) -> io::Result<()> {
    let place = one_path(path);
    let name = place.file_name().map(|name| name.to_string_lossy().into_owned());
    let beside = name.map(|name| place.with_file_name(format!(".{name}.{}.new", std::process::id())));
    // What is no file, a pipe say, has nothing to be kept.
    let is_other = place.exists() && !place.is_file();
    let Some(beside) = beside.filter(|_| !is_other) else { return std::fs::write(path, text) };
    let Ok(mut file) = File::create(&beside) else {
        // Nothing new may be made in this folder, but the file may be written.
        return std::fs::write(path, text);
    };
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
        let path = folder.join("kept").to_string_lossy().into_owned();
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
        let at = |name: &str| folder.join(name).to_string_lossy().into_owned();
        begin();
        std::fs::write(at("tree"), "a tree").unwrap();
        read_file(&at("tree")).unwrap();
        let round_about = folder.join(".").join("tree").to_string_lossy().into_owned();
        assert!(said(write_file(&round_about, "a picture")).contains("is what the command reads"));
        assert!(said(check_writable(&at("tree"))).contains("is what the command reads"));
        // A result that was named before is not read either.
        std::fs::write(at("later"), "a tree").unwrap();
        check_writable(&at("later")).unwrap();
        assert!(read_file(&at("later")).unwrap_err().to_string().contains("is what the command reads"));
        // What is gone on from is written anew as often as is wanted.
        std::fs::write(at("keep"), "so far").unwrap();
        check_writable(&at("keep")).unwrap();
        read_to_go_on(&at("keep")).unwrap();
        write_file(&at("keep"), "further").unwrap();
        write_file(&at("keep"), "further still").unwrap();
        assert!(said(check_writable(&at("keep"))).contains("two results"));
        let store = [STORE, b" and so on"].concat();
        std::fs::write(at("store"), &store).unwrap();
        assert!(said(write_file(&at("store"), "a page")).contains("store of tournaments"));
        assert_eq!(std::fs::read(at("store")).unwrap(), store);
        assert!(said(write_file(&at("nowhere/file"), "")).contains("there is no folder"));
        assert!(said(write_file(&folder.to_string_lossy(), "")).contains("is a folder"));
        assert!(said(check_writable("")).contains("empty"));
        begin();
        write_file(&at("tree"), "another command's").unwrap();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
