import { useAccountQuery } from '../../data/use-service-query.ts'

/** The work of others in Latchkey, and the licence it is under; `scripts/lib/licences` gathers it for the build. */
export interface Licence {
  name: string
  version: string
  licence: string
  text: string
}

/** Reads the licences, which lie beside the page. */
export function useLicenses() {
  return useAccountQuery('', ['licences'], load)
}

async function load(): Promise<Licence[]> {
  return (await fetch('licences.json')).json()
}
