export const profile = {
  'profile.administrator': 'Administrator',
  'profile.editOnWeb': 'Edit on the web',
  'profile.lead': 'Your public profile and account details.',
  'profile.locked': 'Locked',
  'profile.title': 'Profile',
  'profile.twoFactorOn': 'Two-factor on',
}
