/** Features that a company's policy can disable. */
export const disablableFeatures = [
  'impersonation',
  'sudo',
  'delete-users',
  'hard-delete',
  'bulk',
  'this-computer',
  'token-handover',
  'demo',
] as const
export type DisablableFeature = (typeof disablableFeatures)[number]
