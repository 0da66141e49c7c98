export const review = {
  'review.failed': 'The review ended because something went wrong in Latchkey.',
  'review.failedHint': 'Resume the review. If it keeps happening, restart Latchkey.',
  'review.membership': '{type, select, Project {Project} other {Group}} {name} ({role})',
  'review.nobody': 'There are no users to review.',
  'review.nobodyHint': 'Load the list in Users and select users, then start the review again.',
  'review.tooManyUsers': 'A review can cover up to {max, plural, one {# user} other {# users}}.',
  'review.tooManyUsersHint': 'Narrow the list with filters, then start the review again.',
}
