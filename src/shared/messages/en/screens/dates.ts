export const dates = {
  'dates.chooseDay': 'Choose a day.',
  'dates.expired': 'Expired',
  'dates.expiresIn':
    '{days, plural, =0 {Expires within a day} one {Expires in # day} other {Expires in # days}}',
  'dates.future': 'Choose a day that isn’t in the future.',
  'dates.lastUsed': 'Last used {moment}',
  'dates.neverUsed': 'Never used',
  'dates.tooEarly': 'Choose a day in 2000 or later.',
  'dates.useUnknown': 'Last use unknown',
}
