export const auditLog = {
  'auditLog.daysReversed': 'The last day is before the first day.',
  'auditLog.daysReversedHint': 'Choose a first day on or before the last day.',
  'auditLog.fromReversed': 'is after the last day',
  'auditLog.gapText':
    'The file of the audit log was damaged and is kept as {file}. Entries before this one are missing.',
  'auditLog.notWritten': 'Couldn’t write to the audit log on this computer.',
  'auditLog.notWrittenHint':
    'What you did on GitLab isn’t affected. Check that the disk isn’t full.',
  'auditLog.verifyCut': 'Line {line}: the rest of the file is missing or damaged.',
  'auditLog.verifyDamaged': 'Line {line} is damaged.',
  'auditLog.verifyEntries': '{count, plural, one {# entry} other {# entries}}',
  'auditLog.verifyIntact': 'The log is intact.',
  'auditLog.verifyLimits':
    'This shows damage, not forgery by the owner of the file: compare the last hash with one that you kept elsewhere.',
  'auditLog.verifyMisplaced': 'Line {line} is out of place.',
  'auditLog.verifyMissing': 'Entries are missing before line {line}.',
  'auditLog.verifyNeedsFile': '--verify-log needs an exported audit log: --verify-log FILE',
  'auditLog.verifyNoExport': '{file} isn’t an export of an audit log with hashes.',
  'auditLog.verifyNoFile': 'it doesn’t exist',
  'auditLog.verifySelection':
    'All of its lines are intact. It is a selection, so what lies between them isn’t checked.',
  'auditLog.verifyUnreadable': 'Couldn’t read {file}: {reason}.',
}
