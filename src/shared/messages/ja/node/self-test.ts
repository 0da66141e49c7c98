import type { selfTest as english } from '../../en/node/self-test.ts'

export const selfTest: Record<keyof typeof english, string> = {
  'selfTest.bridgeAnswerMissing': 'ページが異なるイベントを受信しました。',
  'selfTest.bridgePassed': 'ページが呼び出しを行い、応答とイベントを受信しました。',
  'selfTest.callFailed': '{name}が失敗しました: {kind}。',
  'selfTest.databasePassed': 'SQLite {version}がファイルに書き込み、読み取りました。',
  'selfTest.databaseUnreadable': '書き込んだ内容を読み取れませんでした。',
  'selfTest.demoPassed': 'ページがデモにサインインし、ステータスを設定して読み取りました。',
  'selfTest.demoStatusLost': '設定したステータスが保持されませんでした。',
  'selfTest.endPassed': 'Latchkeyが終了し、他に問題はありませんでした。',
  'selfTest.finished':
    'セルフテストに{isOk, select, true {合格しました} other {失敗しました}}。レポート: {file}',
  'selfTest.keychainModuleFailed':
    'keytarを読み込めなかったため、トークンは保存されません: {reason}',
  'selfTest.keychainNoCall': 'keytarに{call}がありません。',
  'selfTest.keychainPassed': 'keytarを読み込みました。キーチェーン自体は開いていません。',
  'selfTest.libraryMissing': 'システムに{library}がありません。',
  'selfTest.loadFailed': 'Chromiumが読み込めませんでした（{code}）。',
  'selfTest.moduleMissing': 'インストールされていません。',
  'selfTest.moduleOtherNode': '別のバージョンのNode用にビルドされています。',
  'selfTest.needs': 'チェック「{name}」に合格していないため、実行できません。',
  'selfTest.needsFile':
    '--self-testにはレポートのファイルを指定してください。例: --self-test report.json',
  'selfTest.networkPassed': 'デモサービスの読み取りと書き込みを行いました。',
  'selfTest.noWindow': 'ウィンドウがありません。',
  'selfTest.notAReport':
    '{file}はセルフテストのレポートではないため、上書きしません。別のファイルを指定してください。',
  'selfTest.notFinished': '{seconds}秒経過しても終了しませんでした。',
  'selfTest.notStarted': 'Latchkeyが起動されませんでした。',
  'selfTest.otherErrors': '他の問題が発生しました: {errors}。',
  'selfTest.pageEnded': 'ページのプロセスが終了しました（{reason}）。',
  'selfTest.pagePassed': '非表示のウィンドウがページを読み込みました。',
  'selfTest.pageWrong': 'ウィンドウに別のページが表示されています。',
  'selfTest.policyDifferent': 'ページのポリシーが異なります。',
  'selfTest.policyIneffective':
    'ポリシーは送信されていますが、テキストがコードとして実行される可能性があります。',
  'selfTest.policyMissing': 'ページにポリシーがありません。',
  'selfTest.policyPassed':
    'ポリシーがページとともに送信され、テキストがコードとして実行されるのを防いでいます。',
  'selfTest.preloadPassed': 'ページにブリッジがあり、Nodeにはアクセスできません。',
  'selfTest.preloadWrong': 'ページにinvokeとon以外があります: {seen}',
  'selfTest.quitEarly': 'セルフテストが完了前に終了しました。',
  'selfTest.readUnexpected': '読み取りに対して想定外の応答がありました。',
  'selfTest.reportNotWritten':
    'セルフテストのレポートを{file}に書き込めませんでした: {reason}。別のファイルを指定してください。',
  'selfTest.sandboxMissing':
    'サンドボックスはオフになっていませんが、ページがサンドボックス内にありません。',
  'selfTest.sandboxOff': '起動時にオフにされています（--no-sandbox）。',
  'selfTest.sandboxPassed': 'ページはサンドボックス内にあります。',
  'selfTest.screensPassed': 'ページに最初の画面が表示されています。',
  'selfTest.startPassed': 'ElectronとLatchkeyが起動しました。',
  'selfTest.unknownTokenUnexpected':
    '不明なトークンによるリクエストに対して想定外の応答がありました。',
  'selfTest.writeUnexpected': '書き込みに対して想定外の応答がありました。',
}
