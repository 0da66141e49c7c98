import { scopes } from './database/tokens.ts'
import type { Scope } from './database/tokens.ts'
import { features, versions } from './features.ts'
import type { Edition, Feature, FeatureName, Subject, Version } from './features.ts'
import type { FlavorName } from './flavors.ts'
import type { ServiceOperationName } from '../shared/gitlab/index.ts'
import type { RawParameters } from './request-parameters.ts'

/** What an edition and version supports. */
export interface Release {
  has(feature: FeatureName): boolean
  /** Whether the instance has this endpoint. */
  serves(route: ServiceOperationName): boolean
  /** Drops unsupported parameters. */
  withoutUnknownParameters(route: ServiceOperationName, raw: RawParameters): RawParameters
  /** Drops unsupported fields from a response. */
  withoutUnknownFields<View extends object>(subject: Subject, view: View): Partial<View>
  scopes: readonly Scope[]
}

/** What defines an instance. */
export interface ReleaseName {
  edition: Edition
  version: Version
  flavor: FlavorName
}

export function createRelease(name: ReleaseName): Release {
  const missing = Object.entries<Feature>(features).filter(
    ([, feature]) => !isAvailable(feature, name),
  )
  const missingNames = new Set(missing.map(([feature]) => feature))
  const missingFeatures = missing.map(([, feature]) => feature)
  const unserved = new Set(missingFeatures.flatMap(({ endpoints = [] }) => endpoints))
  const unknownScopes = new Set(missingFeatures.flatMap(({ scopes: some = [] }) => some))
  const parameters = mergeNames(missingFeatures.map(({ parameters: some }) => some))
  const fields = mergeNames(missingFeatures.map(({ fields: some }) => some))
  return {
    has: (feature) => !missingNames.has(feature),
    serves: (route) => !unserved.has(route),
    withoutUnknownParameters: (route, raw) => clearNames(raw, parameters.get(route)),
    withoutUnknownFields: (subject, view) => clearNames(view, fields.get(subject)),
    scopes: scopes.filter((scope) => !unknownScopes.has(scope)),
  }
}

function isAvailable(
  { edition, inCeSince, since, until, flavor }: Feature,
  name: ReleaseName,
): boolean {
  if (flavor !== undefined && flavor !== name.flavor) return true
  const age = versions.indexOf(name.version)
  return (
    (edition === undefined ||
      edition === name.edition ||
      (inCeSince !== undefined && age >= versions.indexOf(inCeSince))) &&
    (since === undefined || age >= versions.indexOf(since)) &&
    (until === undefined || age <= versions.indexOf(until))
  )
}

function mergeNames<Key extends string>(
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

/**
 * A copy with unsupported fields set to undefined, which JSON omits. Deleting them would make long lists take three
 * times as long.
 */
function clearNames<T extends object>(object: T, unknown: readonly string[] = []): T {
  for (const name of unknown) if (name in object) Reflect.set(object, name, undefined)
  return object
}
