export const figures = {
  'figures.admins': 'All administrators, blocked ones included.',
  'figures.banned': 'Users in the state “banned”.',
  'figures.blocked':
    'Blocked by an administrator or by LDAP. Banned and pending users don’t count.',
  'figures.bots': 'All bots, including those of projects and groups.',
  'figures.everyone': 'All users of this instance, including bots and blocked users.',
  'figures.external': 'All external users, blocked ones included.',
  'figures.inactive':
    'Active people without activity for {days, number} days or more. Those who were never active count from their creation. Bots don’t count.',
  'figures.locked': 'Users who can’t sign in for now after too many failed attempts, in any state.',
  'figures.new': 'Created in the last 7 days, in any state.',
  'figures.noTwoFactor':
    'Active people without two-factor authentication. Blocked users and bots don’t count.',
  'figures.pending': 'Users in the state “pending approval”.',
}
