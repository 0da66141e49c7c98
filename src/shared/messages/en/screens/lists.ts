export const lists = {
  'lists.emptyPages': 'GitLab sent three empty pages of the list in a row.',
  'lists.endless': 'GitLab sent a list that does not end.',
  'lists.moreThanCounted': 'GitLab sent more users than it counts.',
  'lists.repeatedPage': 'GitLab sent the same page of the list twice.',
}
