export const common = {
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.delete': 'Delete',
  'common.discard': 'Discard',
  'common.refresh': 'Refresh',
  'common.save': 'Save',
  'common.unknownMessage': 'Details are not available in this version.',
}
