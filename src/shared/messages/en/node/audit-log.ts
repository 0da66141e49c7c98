export const auditLog = {
  'auditLog.daysReversed': 'The last day is before the first day.',
  'auditLog.daysReversedHint': 'Choose a first day on or before the last day.',
  'auditLog.fromReversed': 'is after the last day',
  'auditLog.notWritten': 'Couldn’t write to the audit log on this computer.',
  'auditLog.notWrittenHint':
    'What you did on GitLab isn’t affected. Check that the disk isn’t full.',
}
