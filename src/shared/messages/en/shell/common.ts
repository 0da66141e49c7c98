export const common = {
  'common.cancel': 'Cancel',
  'common.copied': '{what} copied.',
  'common.copyFailed': 'Couldn’t copy {what}. Select it and copy it yourself.',
  'common.dismiss': 'Dismiss',
  'common.edit': 'Edit',
  'common.retry': 'Retry',
  'common.unknownMessage': 'Details are not available in this version.',
}
