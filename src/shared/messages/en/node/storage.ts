export const storage = {
  'storage.brokenLink': 'it is a link to a file that no longer exists',
  'storage.databaseNewer':
    'A newer version of Latchkey wrote {path} (format {version}; this version supports {supported}).',
  'storage.databaseNewerHint': 'Start the newer version, or move the file away and start again.',
  'storage.databaseUnopenable': 'Can’t open {path}: {reason}.',
  'storage.databaseUnopenableHint':
    'Check that its folder is writable and the disk isn’t full, then start Latchkey again.',
  'storage.directoryNotSaved': 'Couldn’t save the list of users on this computer: {reason}.',
  'storage.directoryRemedy':
    'Free up space or give your user write access to the data folder, then try again.',
  'storage.diskBroken': 'the disk reports an error',
  'storage.diskFull': 'the disk is full',
  'storage.diskReadOnly': 'the disk is read-only',
  'storage.entryIrregular': '{path} isn’t a regular file. Move it away, then start again.',
  'storage.entryLink':
    '{path} is a symbolic link, which could lead anywhere. Replace it with its target or delete it, then start again.',
  'storage.entryOfAnother':
    '{path} belongs to another user of this computer. If it’s yours, make your user its owner. If not, move it away. Then start again.',
  'storage.fileBusy': 'another program is using the file',
  'storage.fileInPlace': 'there is a file in place of its folder',
  'storage.fileReadOnly': 'the file is read-only',
  'storage.fileTooLarge': 'the file would be too large',
  'storage.fileUnopenable': 'the file can’t be opened',
  'storage.folderBelowFile':
    '{path} is inside a file, not a folder. Choose another folder with --data.',
  'storage.folderBrokenLink':
    '{path} is a link to a folder that no longer exists. Choose another folder with --data.',
  'storage.folderForeign':
    '{path} is open to other users of this computer and contains files that aren’t Latchkey’s. Choose an empty folder of your own with --data.',
  'storage.folderGone': 'the folder no longer exists',
  'storage.folderInPlace': 'there is a folder in its place',
  'storage.folderInUse':
    'Latchkey is already running with the data folder {path}. Close it, or choose another folder with --data.',
  'storage.folderIsFile': '{path} is a file, not a folder. Choose another folder with --data.',
  'storage.folderOfAnother':
    '{path} belongs to another user of this computer. Choose an empty folder of your own with --data.',
  'storage.folderOpen':
    '{path} is open to other users of this computer, and its disk can’t change that. Choose an empty folder of your own with --data.',
  'storage.folderUnusable': 'Latchkey can’t use its data folder. {reason}',
  'storage.folderUnwritable':
    '{path} can’t be used: {reason}. Give your user read and write access to it, or choose another folder with --data.',
  'storage.freeSpace': 'Free up space for {folder}.',
  'storage.giveAccess': 'Give your user read and write access to {path}.',
  'storage.linkCircle': 'its symbolic links form a loop',
  'storage.lockFailed':
    '{file} can’t be locked: {reason}. Choose a folder on a local disk with --data.',
  'storage.lockForeign':
    '{file} isn’t Latchkey’s lock file. Make sure that no Latchkey uses this folder, delete the file, then start again.',
  'storage.lockIsFolder': '{file} is a folder, not a file. Move it away, then start again.',
  'storage.lockTaken':
    '{file} is locked by another program. Make sure that no Latchkey uses this folder, delete the file, then start again.',
  'storage.lockUnwritable':
    '{file} can’t be opened for writing. Give your user read and write access to it, or delete it if no Latchkey uses this folder. Then start again.',
  'storage.moveAway': 'Move {path} away.',
  'storage.nameTaken':
    '{path} has a name that Latchkey uses, but Latchkey was never used in this folder. Choose an empty folder of your own with --data.',
  'storage.nameTooLong': 'the name is too long',
  'storage.notRead': 'Couldn’t read {path}: {reason}.',
  'storage.notRegular': 'it isn’t a regular file',
  'storage.notSaved': 'Couldn’t save {file} on this computer: {reason}.',
  'storage.permissionDenied': 'permission denied',
  'storage.quotaUsedUp': 'your disk quota is used up',
  'storage.restoreLink': 'Restore the target of {path}, or remove the link.',
  'storage.serviceUnaffected': 'Your changes on GitLab aren’t affected. {remedy}',
  'storage.systemSays': 'the system reports {code}',
  'storage.thenRetry': '{remedy} Then try again.',
  'storage.tooLarge': 'it is larger than any file that Latchkey writes there',
  'storage.tooManyFiles': 'too many files are open',
}
