// Plain JavaScript, so that an old Node can say what is wrong instead of stumbling over TypeScript.
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  console.error(
    `Node 24 or newer is needed, this is ${process.version}. \`npm ci\` installs one into node_modules and npm scripts use it: ` +
      'run `npm ci` with install scripts allowed (they fetch the binary), or install Node 24 on this machine.',
  );
  process.exit(1);
}
