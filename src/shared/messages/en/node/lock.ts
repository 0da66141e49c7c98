export const lock = {
  'lock.locked': 'Latchkey is locked.',
  'lock.lockedHint': 'Unlock it in its window.',
  'lock.notConfirmed': 'The system couldn’t confirm your identity.',
  'lock.notConfirmedHint': 'Try again.',
  'lock.touchIdReason': 'unlock Latchkey',
}
