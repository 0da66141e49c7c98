export const updates = {
  'updates.appStore': 'Updates come from the store that you installed Latchkey from.',
  'updates.beta': 'Beta',
  'updates.betaHint': 'New features earlier.',
  'updates.browser': 'Update Latchkey on this computer, with the tool that installed it.',
  'updates.channel': 'Channel',
  'updates.check': 'Check for updates',
  'updates.checkDaily': 'Check for updates automatically',
  'updates.checkDailyHint':
    'Once a day, at the place you got Latchkey from. Sends nothing about you and installs nothing without asking.',
  'updates.download': 'Download',
  'updates.downloading': 'Downloading: {percent}%',
  'updates.fromSource': 'Latchkey runs from source. Update the source and build it again.',
  'updates.installOnQuit': 'Installed when you quit Latchkey.',
  'updates.noSource':
    'This package has no update source. Look for a new version where you downloaded it.',
  'updates.notNow': 'Not now',
  'updates.packageManager': 'Updates come from your system’s package manager.',
  'updates.portable':
    'The portable app doesn’t update itself. Replace it with a newer one; your data is kept.',
  'updates.postponed': 'Postponed for three days.',
  'updates.readOnly':
    'Latchkey can’t replace itself in this folder. Move it to a folder of your own (on a Mac, to Applications) and open it there.',
  'updates.released': 'Released {date}',
  'updates.restart': 'Restart and install',
  'updates.skip': 'Skip this version',
  'updates.skipped': 'You skipped this version.',
  'updates.stable': 'Stable',
  'updates.stableHint': 'Tested by others first.',
  'updates.title': 'Updates',
  'updates.unsigned':
    'This package can’t verify updates because it isn’t signed. Download new versions where you got it.',
  'updates.upToDate': 'Latchkey is up to date.',
  'updates.version': 'Version {version}',
}
