import "./styles/index.css";
import { render } from "preact";
import { App } from "./app";
import { start } from "./boot";
import { follow, listen } from "./router";
import { dress } from "./settings";

const page = document.getElementById("page");
if (page === null) throw new Error("the page has no place for us");

dress(document.documentElement);
listen();
document.addEventListener("click", follow);
start();
render(<App />, page);
