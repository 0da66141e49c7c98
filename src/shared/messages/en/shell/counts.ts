export const counts = {
  'counts.issues': 'Assigned issues',
  'counts.issuesHint': 'Open issues assigned to you',
  'counts.mergeRequests': 'Merge requests',
  'counts.mergeRequestsHint': 'Open merge requests assigned to you',
  'counts.reviews': 'Review requests',
  'counts.reviewsHint': 'Merge requests waiting for your review',
  'counts.title': 'Counts',
  'counts.todos': 'To-do items',
  'counts.todosHint': 'Pending to-do items',
}
