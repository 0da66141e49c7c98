import type { Plugin } from 'vite'
import { collectLicences, packageOfPath } from './collect.ts'

/** Packages used by style sheets, which aren’t modules. */
const fromStyles = ['@fontsource-variable/inter']

/**
 * Writes `licences.json` next to the page, with the licenses of all packages that are bundled or that the Node side
 * loads.
 */
export function licencesPlugin(project: string): Plugin {
  return {
    name: 'latchkey:licences',
    apply: 'build',
    generateBundle() {
      const bundled = [...this.getModuleIds()].filter((id) => id.includes('/node_modules/'))
      const names = [...bundled.map(packageOfPath), ...fromStyles]
      const licences = collectLicences(project, [...new Set(names)])
      const source = JSON.stringify(licences)
      this.emitFile({ type: 'asset', fileName: 'licences.json', source })
    },
  }
}
