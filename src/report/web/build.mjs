// SPDX-License-Identifier: Apache-2.0
//
// Puts the page together, but for what a report fills in, and writes it as C++ source:
//
//     node build.mjs MODULES OUT.cpp [OUT.html]
//
// MODULES is the folder node_modules with esbuild and three.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [modules, out, html] = process.argv.slice(2);
if (!out) {
    console.error("usage: node build.mjs MODULES OUT.cpp [OUT.html]");
    process.exit(2);
}
const esbuild = createRequire(resolve(modules, "x.js"))("esbuild");

async function bundle(entry, options) {
    const { outputFiles, warnings } = await esbuild.build({
        entryPoints: [join(here, entry)], bundle: true, minify: true, write: false, legalComments: "none",
        nodePaths: [resolve(modules)], charset: "ascii", target: "es2022", logLevel: "warning", ...options,
    });
    if (warnings.length) process.exit(1);
    return outputFiles[0].text.trim();
}

// What ends a script element, or begins a comment in one, must not stand in it.
const inScript = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const hash = (text) => "sha256-" + createHash("sha256").update(text, "utf8").digest("base64");
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const script = inScript(await bundle("main.js", { format: "iife" }));
const style = await bundle("style.css", {});
const licence = readFileSync(join(resolve(modules), "three", "LICENSE"), "utf8");
const filled = {
    "script hash": hash(script), "style hash": hash(style), style, script, licence: escaped(licence.trim()),
};
const page = readFileSync(join(here, "index.html"), "utf8")
    .replace(/\{\{([a-z ]+)\}\}/g, (hole, name) => filled[name] ?? hole);

/// Adjacent raw strings, each below what compilers must take.
function literal(text) {
    const pieces = text.match(/[^]{1,12000}/g) ?? [""];
    return pieces.map((piece) => `R"~page~(${piece})~page~"`).join("\n");
}

const parts = page.split(/\{\{(?:report|drawn|bytes)\}\}/);
if (parts.length !== 4 || page.includes(")~page~")) throw new Error("the page has no room for a report");
writeFileSync(out, `// Written by src/report/web/build.mjs.
#include "report/page/page_frame.hpp"

namespace impinge::inline v0::report {

const PageFrame& page_frame() {
    static const PageFrame frame{{
${parts.map((part) => literal(part)).join(",\n")}}};
    return frame;
}

} // namespace impinge::inline v0::report
`);
if (html) writeFileSync(html, page);
