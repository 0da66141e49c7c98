import { editions, versions } from '../features.ts'
import type { Edition, Version } from '../features.ts'

/** Which instances should have a feature, stated independently of the feature table. */
export interface Where {
  edition?: Edition
  from?: Version
  to?: Version
}

export const everywhere: Where = {}
export const nowhere: Where = { from: '17', to: '16.4' }
export const ee: Where = { edition: 'ee' }

/** Every edition in every version. */
export const instances = editions.flatMap((edition) =>
  versions.map((version) => ({ edition, version, name: `${edition} ${version}` })),
)

export function isAmong(
  { edition, from = '16.4', to = '19' }: Where,
  instance: { edition: Edition; version: Version },
): boolean {
  const age = versions.indexOf(instance.version)
  return (
    (edition ?? instance.edition) === instance.edition &&
    age >= versions.indexOf(from) &&
    age <= versions.indexOf(to)
  )
}
