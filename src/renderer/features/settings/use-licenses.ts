import { useAccountQuery } from '../../data/use-service-query.ts'

/** A package in Latchkey and its license, as `scripts/lib/licences` writes them at build time. */
export interface License {
  name: string
  version: string
  licence: string
  text: string
}

/** Loads the licenses from the file beside the page. */
export function useLicenses() {
  return useAccountQuery('', ['licences'], load)
}

async function load(): Promise<License[]> {
  return (await fetch('licences.json')).json()
}
