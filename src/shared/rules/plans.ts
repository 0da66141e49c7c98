/** What happens to the later steps of a user when a step fails or needs review. */
export const failurePolicies = ['stop', 'review', 'continue'] as const
