export const viewAs = {
  'viewAs.activeToday':
    'GitLab counts viewing as @{username} as their activity today. Their last activity is already today, so the date doesn’t change.',
  'viewAs.activityChanges':
    'GitLab counts viewing as @{username} as their activity today: their last activity changes from {day} to today.',
  'viewAs.activityChangesFromNever':
    'GitLab counts viewing as @{username} as their activity today: their last activity changes from never to today.',
  'viewAs.banner': 'Viewing as another user',
  'viewAs.changedFrom': 'Last activity {before}; changed to {day} by viewing as this user.',
  'viewAs.changedFromNever': 'Never active; changed to {day} by viewing as this user.',
  'viewAs.changedNote': 'Last activity changed by viewing',
  'viewAs.confirm': 'View',
  'viewAs.countsAsActivity': 'GitLab counts viewing as @{username} as their activity today.',
  'viewAs.lead': 'The account as GitLab shows it to this user.',
  'viewAs.needsAdministrator':
    'Only administrators can view as another user, with a personal access token or OAuth.',
  'viewAs.needsSudo':
    'To view as another user, an administrator’s token also needs the sudo scope.',
  'viewAs.noDeactivation': 'GitLab may refuse to deactivate them until {day}.',
  'viewAs.noSuchUser': 'There’s no user with this ID.',
  'viewAs.readOnly': 'You can’t change anything on this screen.',
  'viewAs.recorded': 'This is recorded in the audit log.',
  'viewAs.staysDormant':
    'Latchkey still treats them as dormant, but GitLab may refuse to deactivate them for {days} days.',
  'viewAs.stop': 'Stop',
  'viewAs.title': 'View as user',
  'viewAs.titleFor': 'View as @{username}?',
  'viewAs.userById': 'user {id}',
  'viewAs.userCannotSignIn': 'This user can’t sign in, so you can’t view as them.',
  'viewAs.viewing': '{viewer} is viewing as {user}.',
}
