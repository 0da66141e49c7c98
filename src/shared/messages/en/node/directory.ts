export const directory = {
  'directory.adminModeHint':
    'This instance uses Admin Mode. Replace the token with one that also has this scope.',
  'directory.adminModeMissing': 'This token lacks the admin_mode scope.',
  'directory.contradictoryDays': 'The creation dates are in the wrong order.',
  'directory.contradictoryDaysHint': 'Swap the dates or remove one of them.',
  'directory.copyTooLarge':
    'The list of users takes up {megabytes, number} MB, more than Latchkey can use on this computer.',
  'directory.emptyList': 'GitLab returned an empty list of users.',
  'directory.emptyListHint': 'No users were removed from the list. Try again later.',
  'directory.fieldDayOrder': 'must be {day} or later',
  'directory.fieldScimIdentity': 'is required to filter by SCIM identity',
  'directory.fieldTaken': 'is already taken',
  'directory.filterIgnored':
    'This instance ignores {count, plural, one {the filter} other {the filters}} {filters}, so all users match.',
  'directory.filterIgnoredHint':
    'Remove {count, plural, one {the filter} other {these filters}} to select users.',
  'directory.filterOffline':
    '{count, plural, one {The filter {filters} needs} other {The filters {filters} need}} a connection to GitLab.',
  'directory.filterOfflineHint':
    'Remove {count, plural, one {the filter} other {these filters}}, or retry when you’re online.',
  'directory.filterOutdated':
    'The results of {count, plural, one {the filter} other {the filters}} {filters} are out of date.',
  'directory.filterOutdatedHint': 'Open the list again, then retry.',
  'directory.incompleteList':
    'Nothing is shown because the list would be incomplete. Try again later.',
  'directory.loadingEnded': 'Not all users could be loaded. {reason}',
  'directory.loadingEndedHint': 'Users loaded so far are kept. Try again later.',
  'directory.noRoomHint':
    'Sync stopped, and users loaded so far are kept. To free up space, clear the cache in Settings.',
  'directory.notAdministrator': 'This account is no longer an administrator.',
  'directory.notAdministratorHint':
    'Ask an administrator to restore its access, or switch to another account.',
  'directory.notStored': 'Couldn’t save the list of users on this computer.',
  'directory.notStoredHint':
    'Check that Latchkey can write to its data folder and that the disk has space, then restart Latchkey.',
  'directory.scimIdentity': 'SCIM identity',
  'directory.scimNeedsId': 'Enter an external ID to filter by SCIM identity.',
  'directory.syncFailed': 'Something went wrong in Latchkey while loading users.',
  'directory.syncFailedHint': 'Retry. If it keeps happening, restart Latchkey.',
  'directory.tooManyUsers':
    'GitLab lists more than {max, number} users, the most that Latchkey can load.',
  'directory.tooManyViews': 'You can save up to {max, number} views.',
  'directory.tooManyViewsHint': 'Delete a view to save another.',
  'directory.unreadableList': 'None of the users in the list could be read.',
  'directory.unreadableListHint':
    'No users were removed from the list. Contact the administrator of the instance.',
  'directory.viewTaken': 'A view named “{name}” already exists.',
  'directory.viewTakenHint': 'Choose another name, or delete that view first.',
}
