export const common = {
  'common.cancel': 'Cancel',
  'common.delete': 'Delete',
  'common.loading': 'Loading…',
  'common.no': 'No',
  'common.refresh': 'Refresh',
  'common.replaceToken': 'Replace token',
  'common.retry': 'Retry',
  'common.save': 'Save',
  'common.savedAs': 'Saved as {filename}.',
  'common.undo': 'Undo',
  'common.unknownMessage': 'Details are not available in this version.',
  'common.yes': 'Yes',
}
