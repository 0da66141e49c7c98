export const common = {
  'common.cancel': 'Cancel',
  'common.dismiss': 'Dismiss',
  'common.undo': 'Undo',
  'common.unknownMessage': 'Details are not available in this version.',
}
