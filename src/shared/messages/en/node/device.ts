export const device = {
  'device.leftoverGone': 'This file no longer exists.',
  'device.leftoverGoneHint': 'Reload the list.',
  'device.leftoverNotDeleted': 'Couldn’t delete {name}: {reason}.',
  'device.leftoverNotDeletedHint':
    'Give your user read and write access to the data folder, then try again.',
}
