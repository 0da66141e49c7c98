export const recovery = {
  'recovery.check': 'Compare the lists with the actions you queued.',
  'recovery.checkPaused': 'The queue is paused. Check the lists, then resume it.',
  'recovery.damage': 'The queue file was damaged',
  'recovery.damaged': '{damage} when Latchkey started on {when}.',
  'recovery.dismiss': 'Dismiss this notice',
  'recovery.file': 'The file as it was found: {path}',
  'recovery.lost': 'Some entries couldn’t be read, and finished actions may be listed as pending.',
  'recovery.missing':
    '{count, plural, one {# action is} other {# actions are}} missing from the queue.',
  'recovery.missingAction': '{action} @{username} (was: {state})',
  'recovery.missingActions': 'Missing actions',
  'recovery.missingHint': 'Part of the queue file was gone when Latchkey started on {when}.',
  'recovery.recovered': 'All readable entries were recovered.',
  'recovery.recoveredRows':
    '{count, plural, one {# entry} other {# entries}} of the queue and the audit log recovered.',
  'recovery.title': 'Recovered queue',
}
