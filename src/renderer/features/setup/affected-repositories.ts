import type { AffectedRepository } from '../../../shared/operations/identities.ts'
import { t } from '../../ui/messages.ts'

const kinds = ['name', 'email', 'signingKey', 'sshKey'] as const

interface ChangedValue {
  kind: (typeof kinds)[number]
  before: string
  after: string
}

/** The values that a plan changes in a repository. */
export function affectedValues({ before, after }: AffectedRepository): ChangedValue[] {
  const none = t('repositories.affectedNone')
  return kinds
    .filter((kind) => before[kind] !== after[kind])
    .map((kind) => ({ kind, before: before[kind] ?? none, after: after[kind] ?? none }))
}

export const isChanged = (repository: AffectedRepository): boolean =>
  affectedValues(repository).length > 0
