// Runs one command of scripts/ on a machine that may have nothing but Node 20, npm and git: installs the locked
// packages when they are missing or stale, fetches a newer Node when the machine's is too old, and hands over.
// Plain JavaScript, since it must run before anything is installed. Everything it says goes to stderr: stdout
// belongs to the command.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const newestNeeded = 24;
const [command, ...rest] = process.argv.slice(2);
const script = path.join(root, 'scripts', `${command}.ts`);

if (!command || !existsSync(script)) fail(`There is no command “${command ?? ''}” in scripts/.`);
installPackages();
hand(findNode());

/** npm ci, whenever what is installed is not what package-lock.json says. */
function installPackages() {
  const marker = path.join(root, 'node_modules', '.installed-from');
  const wanted = hashOf('package-lock.json');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  say('Installing packages (once) …');
  npm(['ci', '--loglevel=error'], root);
  writeFileSync(marker, wanted);
}

/** The Node to run with: this one, or a pinned one in `.runtime/` when this one is too old. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= newestNeeded) return process.execPath;
  const folder = path.join(root, '.runtime');
  const marker = path.join(folder, '.installed-from');
  const wanted = hashOf('scripts/node-runtime/package-lock.json');
  const binary = () =>
    runtimePackages()
      .map((name) => path.join(folder, 'node_modules', name, 'bin', exe('node')))
      .find(existsSync);
  if (!binary() || !existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
    say(
      `Node ${process.versions.node} is older than ${newestNeeded}: fetching a newer one into .runtime/ (once) …`,
    );
    mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(path.join(root, 'scripts', 'node-runtime', file), path.join(folder, file));
    }
    npm(['ci', '--ignore-scripts', '--loglevel=error'], folder);
    writeFileSync(marker, wanted);
  }
  return (
    binary() ??
    fail(
      `No Node ${newestNeeded} can be fetched for ${process.platform} ${process.arch}. Install Node ${newestNeeded} or newer and run this again.`,
    )
  );
}

function runtimePackages() {
  return Object.keys(
    JSON.parse(readFileSync(path.join(root, 'scripts', 'node-runtime', 'package.json'), 'utf8'))
      .optionalDependencies,
  );
}

/** Runs the script. The IPC channel tells it when this process is gone, even by kill -9. */
function hand(node) {
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` };
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...rest], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

function npm(args, cwd) {
  const cli = process.env.npm_execpath;
  const [program, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : [exe('npm', '.cmd'), []];
  const shell = program.endsWith('.cmd');
  const result = spawnSync(program, [...first, ...args], { cwd, stdio: ['ignore', 2, 2], shell });
  if (result.status !== 0)
    fail(
      'npm could not install the packages. The lines above say why; check the network and run this again.',
    );
}

function exe(name, suffix = '.exe') {
  return process.platform === 'win32' ? `${name}${suffix}` : name;
}

function hashOf(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}
