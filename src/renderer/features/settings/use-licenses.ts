import { useResource } from '../../data/use-resource.ts'

/** The work of others in Latchkey, and the licence it is under; `scripts/lib/licences` gathers it for the build. */
export interface Licence {
  name: string
  version: string
  licence: string
  text: string
}

/** Reads the licences, which lie beside the page. */
export function useLicenses() {
  return useResource('', async (): Promise<Licence[]> => (await fetch('licences.json')).json())
}
