export const common = {
  'common.cancel': 'Cancel',
  'common.dismiss': 'Dismiss',
  'common.no': 'No',
  'common.retry': 'Retry',
  'common.savedAs': 'Saved as {filename}.',
  'common.undo': 'Undo',
  'common.unknownMessage': 'Details are not available in this version.',
  'common.yes': 'Yes',
}
