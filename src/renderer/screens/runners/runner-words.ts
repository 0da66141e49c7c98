/** The types of runners, in the order in which people need them. */
export const runnerTypes = [
  { value: 'project_type', label: 'Project', hint: 'One project, which you own.' },
  { value: 'group_type', label: 'Group', hint: 'All projects of a group, which you own.' },
  { value: 'instance_type', label: 'Instance', hint: 'Everybody. For administrators.' },
] as const

/** Which branches a runner works for. */
export const accessLevels = [
  { value: 'not_protected', label: 'All', hint: 'Jobs of every branch and tag.' },
  { value: 'ref_protected', label: 'Protected only', hint: 'Jobs of protected branches and tags.' },
] as const
