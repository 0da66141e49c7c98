export const statusLimits = {
  'statusLimits.busy': 'Busy',
  'statusLimits.clear': 'Clear after',
  'statusLimits.days1': '1 day',
  'statusLimits.days3': '3 days',
  'statusLimits.days7': '7 days',
  'statusLimits.days30': '30 days',
  'statusLimits.emoji': 'Emoji',
  'statusLimits.hours3': '3 hours',
  'statusLimits.hours8': '8 hours',
  'statusLimits.message': 'Message',
  'statusLimits.minutes30': '30 minutes',
}
