import { scopes } from './database/tokens.ts'
import type { Scope } from './database/tokens.ts'
import { features, versions } from './features.ts'
import type { Edition, Feature, FeatureName, Subject, Version } from './features.ts'
import type { FlavourName } from './flavours.ts'
import type { RouteName } from './handler.ts'
import type { Given } from './request-parameters.ts'

/** What an instance of one edition and version knows. */
export interface Release {
  has(feature: FeatureName): boolean
  /** Whether there is such an endpoint at all. */
  serves(route: RouteName): boolean
  /** What was sent, without the parameters that are not known. */
  taken(route: RouteName, given: Given): Given
  /** An answer without the fields that are not known. */
  shown<View extends object>(subject: Subject, view: View): Partial<View>
  scopes: readonly Scope[]
}

/** What an instance is, as it is asked for. */
export interface ReleaseName {
  edition: Edition
  version: Version
  flavour: FlavourName
}

export function releaseOf(name: ReleaseName): Release {
  const missing = Object.entries<Feature>(features).filter(([, feature]) => !isIn(feature, name))
  const missingNames = new Set(missing.map(([feature]) => feature))
  const missingParts = missing.map(([, feature]) => feature)
  const unserved = new Set(missingParts.flatMap(({ endpoints = [] }) => endpoints))
  const unknownScopes = new Set(missingParts.flatMap(({ scopes: some = [] }) => some))
  const parameters = merged(missingParts.map(({ parameters: some }) => some))
  const fields = merged(missingParts.map(({ fields: some }) => some))
  return {
    has: (feature) => !missingNames.has(feature),
    serves: (route) => !unserved.has(route),
    taken: (route, given) => without(given, parameters.get(route)),
    shown: (subject, view) => without(view, fields.get(subject)),
    scopes: scopes.filter((scope) => !unknownScopes.has(scope)),
  }
}

function isIn({ edition, since, until, flavour }: Feature, name: ReleaseName): boolean {
  if (flavour !== undefined && flavour !== name.flavour) return true
  const age = versions.indexOf(name.version)
  return (
    (edition === undefined || edition === name.edition) &&
    (since === undefined || age >= versions.indexOf(since)) &&
    (until === undefined || age <= versions.indexOf(until))
  )
}

function merged<Key extends string>(
  maps: readonly (Partial<Record<Key, readonly string[]>> | undefined)[],
): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const map of maps) {
    for (const [key, some] of Object.entries<readonly string[] | undefined>(map ?? {})) {
      all.set(key, [...(all.get(key) ?? []), ...(some ?? [])])
    }
  }
  return all
}

/** The same object with unknown fields undefined, which JSON leaves out; deleting them would make long lists three times as slow. */
function without<T extends object>(object: T, unknown: readonly string[] = []): T {
  for (const name of unknown) if (name in object) Reflect.set(object, name, undefined)
  return object
}
