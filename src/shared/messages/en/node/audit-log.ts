export const auditLog = {
  'auditLog.daysReversed': 'The last day is before the first day.',
  'auditLog.daysReversedHint': 'Choose a first day on or before the last day.',
  'auditLog.fromReversed': 'is after the last day',
  'auditLog.gapText':
    'The file of the audit log was damaged and is kept as {file}. Entries before this one are missing.',
  'auditLog.notWritten': 'Couldn’t write to the audit log on this computer.',
  'auditLog.notWrittenHint':
    'What you did on GitLab isn’t affected. Check that the disk isn’t full.',
  'auditLog.verifyAlone':
    '{file} can’t be checked alone: {beside}, which was exported with it, has to be beside it.',
  'auditLog.verifyDamaged':
    'Line {line} was changed, or lines below it are missing or in another order.',
  'auditLog.verifyEntries': '{count, plural, one {# entry} other {# entries}}',
  'auditLog.verifyGap':
    'This log replaces a damaged one, which was kept as {file}: older entries are missing.',
  'auditLog.verifyIncomplete':
    'The file isn’t complete, or its scope, number of entries, or last hash was changed.',
  'auditLog.verifyIntact': 'The log is intact.',
  'auditLog.verifyLimits':
    'Compare the last hash with one that you kept elsewhere: whoever can write this file can make another one, which has another last hash.',
  'auditLog.verifyNeedsFile': '--verify-log needs an exported audit log: --verify-log FILE',
  'auditLog.verifyNoExport':
    '{file} isn’t an export of an audit log, or its first line was changed.',
  'auditLog.verifyNoFile': 'it doesn’t exist',
  'auditLog.verifyRewritten':
    'A spreadsheet or another program saved this file anew. {count, plural, =0 {No line is damaged.} one {# line is damaged.} other {# lines are damaged.}} Export the log again.',
  'auditLog.verifySelection': 'The selection is intact. It isn’t the whole log.',
  'auditLog.verifyTooLarge': 'it is larger than {max, number} MB',
  'auditLog.verifyUnreadable': 'Couldn’t read {file}: {reason}.',
}
