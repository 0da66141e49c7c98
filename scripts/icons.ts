// npm run icons: draws the icons from resources/icon.svg and resources/tray.svg. electron-builder converts the icons
// for each system.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './lib/chromium.ts'
import { draw } from './lib/icons/draw.ts'
import { pictures, resources, sourceHash } from './lib/icons/sources.ts'

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
const page = await browser.newPage()
rmSync(join(resources, 'tray'), { recursive: true, force: true })
mkdirSync(join(resources, 'tray'))
for (const { name, svg, size } of pictures())
  writeFileSync(join(resources, name), await draw(page, svg, size))
writeFileSync(join(resources, 'made-from.sha256'), `${sourceHash()}\n`)
await browser.close()
