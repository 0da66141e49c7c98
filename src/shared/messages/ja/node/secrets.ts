import type { secrets as english } from '../../en/node/secrets.ts'

export const secrets: Record<keyof typeof english, string> = {
  'secrets.checkItems':
    'そこにあるLatchkeyという名前の項目を確認してから、もう一度お試しください。',
  'secrets.createDefault':
    '「パスワードと鍵」、KWalletManager、KeePassXCなどで作成するか開いてから、もう一度お試しください。',
  'secrets.didNotKeep': '{keychain}に項目を正しく保存できませんでした。',
  'secrets.doesNotGive': '{keychain}に項目はありますが、取得できません。',
  'secrets.failed': '{keychain}でエラーが発生しました: {problem}',
  'secrets.installLibsecret':
    'トークンを保存するには、libsecretをインストールし（DebianとUbuntuではlibsecret-1-0、「npm install」の前にはlibsecret-1-dev）、Latchkeyを再インストールしてください。',
  'secrets.installService':
    'トークンを保存するには、gnome-keyringまたはKWalletをインストールして起動してください。',
  'secrets.keychain':
    '{platform, select, darwin {macOSキーチェーン} win32 {Windows資格情報マネージャー} other {システムキーリング}}',
  'secrets.locked': 'システムキーリングがロックされています。',
  'secrets.macosLocked':
    'macOSキーチェーンがロックされているか、Latchkeyのアクセスが拒否されました: {problem}',
  'secrets.noDefault': 'システムキーリングに、開いている既定のキーリングがありません。',
  'secrets.noLibsecret':
    'libsecretがないため、{keychain}を使用できません。トークンはLatchkeyを終了するまでしか保持されません。',
  'secrets.noModule':
    'Latchkeyの一部が欠けているため、{keychain}を使用できません。トークンはLatchkeyを終了するまでしか保持されません。',
  'secrets.noService':
    'このコンピューターにキーチェーンが見つかりませんでした。トークンはLatchkeyを終了するまでしか保持されません。',
  'secrets.reinstall': 'トークンを保存するには、Latchkeyを再インストールしてください。',
  'secrets.restart':
    'もう一度お試しください。繰り返し発生する場合は、Latchkeyを再起動してください。',
  'secrets.silent': '{keychain}から{seconds, plural, other {#秒}}以内に応答がありませんでした。',
  'secrets.state': '{problem}{remedy}',
  'secrets.unlock':
    '「パスワードと鍵」やKWalletManagerなどでロックを解除してから、もう一度お試しください。',
  'secrets.unlockAndAllow':
    'ロックを解除し、macOSの確認でLatchkeyを許可してから、もう一度お試しください。',
  'secrets.waitsForYou':
    '別のウィンドウで操作を求められていないか確認してから、もう一度お試しください。',
}
