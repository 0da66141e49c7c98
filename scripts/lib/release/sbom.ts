import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Component {
  /** The package's real name and version. */
  'bom-ref': string
  name: string
  version: string
  scope?: 'required' | 'optional' | 'excluded'
  [other: string]: unknown
}

/** The parts of a software bill of materials that this file reads or changes. */
export interface Sbom {
  bomFormat: 'CycloneDX'
  specVersion: string
  metadata: { component: Component; [other: string]: unknown }
  components: Component[]
  [other: string]: unknown
}

/**
 * Converts a project’s lockfile to CycloneDX. npm marks everything bundled into the page, and Electron itself, as dev
 * dependencies, so `shipped` lists the packages that users actually receive.
 */
export function createSbom(
  project: string,
  shipped: readonly { name: string; version: string }[],
): Sbom {
  const command = 'npm sbom --sbom-format cyclonedx --sbom-type application --package-lock-only'
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: project,
    encoding: 'utf8',
    shell: true,
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const sbom = JSON.parse(stdout) as Sbom
  const { productName } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    productName: string
  }
  const names = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  const scoped = sbom.components.map((component): Component => {
    const ref = component['bom-ref']
    // npm gives an alias as the name.
    const name = ref.slice(0, ref.lastIndexOf('@'))
    return { ...component, name, scope: names.has(ref) ? 'required' : 'excluded' }
  })
  const component = { ...sbom.metadata.component, name: productName }
  return { ...sbom, metadata: { ...sbom.metadata, component }, components: scoped }
}
