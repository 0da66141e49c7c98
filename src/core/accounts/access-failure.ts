import type { Failure } from '../infra/failure.ts'

/** A failure that lasts until somebody has changed the account or its token. */
export function stopsAccount({ kind, reason }: Failure): boolean {
  if (kind === 'unauthorized') return true
  return (
    kind === 'forbidden' &&
    (reason === 'admin-mode' ||
      reason === 'administrators-only' ||
      reason === 'account-unusable' ||
      reason === 'insufficient-scope')
  )
}

/** Whether another token would be refused as well. */
export function isAboutRights({ reason }: Failure): boolean {
  return reason === 'administrators-only' || reason === 'account-unusable'
}
