export const damagedFile = {
  'damagedFile.dismiss': 'Dismiss this notice',
  'damagedFile.kept': 'The damaged file is kept: {path}. {command} may still read it.',
  'damagedFile.onboarding':
    'The file with your runs of new users was damaged when Latchkey opened it on {when}.',
  'damagedFile.onboardingHint':
    'The next run first checks which of its users already exist on GitLab.',
  'damagedFile.queue':
    'The file with the queue and the audit log was damaged when Latchkey started on {when}. A new queue was created.',
  'damagedFile.queueHint':
    'Pending actions are no longer queued. Check the users you meant to change. Audit log entries that can still be read, if any, are kept as a CSV file marked “unverified”.',
  'damagedFile.title': 'Damaged file',
}
