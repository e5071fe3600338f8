// SPDX-License-Identifier: Apache-2.0
//
// Elements made without markup: text from files is only ever text.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue;
        if (name === "text") element.textContent = value;
        else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
}

/// `onclick` and its like are listeners, `text` is the content, all else attributes.
export function make(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const byId = (id) => document.getElementById(id);

export function makeSelect(attributes, options, chosen) {
    return make("select", attributes, options.map(([value, text]) =>
        make("option", { value, selected: value === chosen, text })));
}

export function download(name, type, text) {
    const url = URL.createObjectURL(new Blob([text], { type }));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}
