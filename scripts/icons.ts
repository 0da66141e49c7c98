// npm run icons: draws the icons of every size and system from resources/icon.svg and resources/tray.svg.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './lib/chromium.ts'
import { type Picture, draw } from './lib/icons/draw.ts'
import { encodeIcns, icnsTypes } from './lib/icons/icns.ts'
import { encodeIco } from './lib/icons/ico.ts'
import { icoSizes, iconSizes, resources, sourceHash, trayPictures } from './lib/icons/sources.ts'

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
const page = await browser.newPage()
const icon = read('icon.svg')

const pictures = await drawAll(icon, [...new Set([...iconSizes, ...icoSizes])])
recreateFolder('icons')
for (const size of iconSizes) write(`icons/${size}x${size}.png`, pictures.get(size)!.png)
write('icon.png', pictures.get(512)!.png)
write('icon.ico', encodeIco(icoSizes.map((size) => pictures.get(size)!)))

// Icons in a dock stand apart from each other; elsewhere they fill their place.
const paddedIcon = icon.replace('viewBox="0 0 1024 1024"', 'viewBox="-64 -64 1152 1152"')
const onMac = await drawAll(paddedIcon, [...new Set(Object.values(icnsTypes))])
write(
  'icon.icns',
  encodeIcns((size) => onMac.get(size)!.png),
)

recreateFolder('tray')
for (const { name, source, size } of trayPictures())
  write(`tray/${name}`, (await draw(page, read(source), size)).png)
write('icons/made-from.sha256', `${sourceHash()}\n`)
await browser.close()

async function drawAll(svg: string, sizes: readonly number[]): Promise<Map<number, Picture>> {
  const drawn = new Map<number, Picture>()
  for (const size of sizes) drawn.set(size, await draw(page, svg, size))
  return drawn
}

function read(name: string): string {
  return readFileSync(join(resources, name), 'utf8')
}

function recreateFolder(folder: string): void {
  rmSync(join(resources, folder), { recursive: true, force: true })
  mkdirSync(join(resources, folder))
}

function write(name: string, content: Buffer | string): void {
  writeFileSync(join(resources, name), content)
}
